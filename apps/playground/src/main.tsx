import { render } from "preact";
import { App } from "./app.tsx";
import "./styles.css";
import "./map/map.css";

render(<App />, document.getElementById("app")!);
