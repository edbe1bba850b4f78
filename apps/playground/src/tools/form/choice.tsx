import type { Option } from "./fields.ts";

export interface Collection {
  readonly id: string;
  /** Empty if the server lists none. */
  readonly title: string;
}

interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly "aria-describedby": string | undefined;
}

/** One of a few values; the empty one means absent. */
export function Choice({ options, ...common }: ControlProps & { options: readonly Option[] }) {
  return (
    <select {...common}>
      {!common.required && <option value="">–</option>}
      {options.map((option) => (
        <option key={option} value={String(option)}>
          {String(option)}
        </option>
      ))}
    </select>
  );
}

/** One of the server's collections; a text input if the server cannot list them. */
export function CollectionChoice({
  collections,
  ...common
}: ControlProps & { collections: readonly Collection[] | null }) {
  if (collections?.length === 0) return <input {...common} type="text" spellcheck={false} />;
  return (
    <select {...common} disabled={collections === null}>
      {collections === null && <option value="">loading …</option>}
      {!common.required && <option value="">–</option>}
      {collections?.map(({ id, title }) => (
        <option key={id} value={id}>
          {title === "" ? id : `${id} – ${title}`}
        </option>
      ))}
    </select>
  );
}
