import { useEffect, useState } from "preact/hooks";
import { type Api, ApiError } from "../api.ts";
import type { Call } from "./curl.ts";

/** The tool that also returns a picture. */
export const pictureTool = "show_map";

/** The picture of a call. In an image element an SVG runs no scripts and loads nothing. */
export function Picture({ api, call }: { api: Api; call: Call }) {
  const [url, setUrl] = useState<string | null>(null);
  const [sentence, setSentence] = useState("Drawing the map …");
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    api.picture(call.tool, call.args, controller.signal).then(
      (blob) => {
        if (controller.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      (error) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setSentence(error.message);
      },
    );
    return () => {
      controller.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [api, call]);
  if (url === null) return <p role="status">{sentence}</p>;
  return (
    <figure class="picture">
      <img src={url} alt="The requested map; its facts are shown with it." />
      <figcaption>
        <a href={url} download="map.svg">
          Save the picture
        </a>
      </figcaption>
    </figure>
  );
}
