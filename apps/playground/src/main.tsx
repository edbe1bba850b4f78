import { render } from "preact";
import { App } from "./app.tsx";
import "./styles.css";
import "./form/form.css";
import "./result/result.css";
import "./map/map.css";

render(<App />, document.getElementById("app")!);
