import type { Collection } from "../../server/known-data.ts";

interface CollectionChoiceProps {
  /** Undefined while loading, null if the server cannot list them. */
  readonly collections: readonly Collection[] | null | undefined;
  readonly isRequired: boolean;
  readonly id: string;
  readonly value: string;
  readonly onInput: (event: { currentTarget: { value: string } }) => void;
}

/** One of the server's collections; a text input until they are listed. */
export function CollectionChoice({ collections, isRequired, ...common }: CollectionChoiceProps) {
  if (!collections || collections.length === 0)
    return <input {...common} type="text" autocomplete="off" spellcheck={false} />;
  const ids = [...collections.map(({ id }) => id), "simulations"];
  const isOther = common.value !== "" && !ids.includes(common.value);
  return (
    <select {...common}>
      <option value="">{isRequired ? "Choose …" : "Default"}</option>
      {/* A link may name a collection that the server does not have; its error says so. */}
      {isOther && <option value={common.value}>{common.value}</option>}
      {collections.map(({ id, title }) => (
        <option key={id} value={id}>
          {title === "" ? id : `${title} · ${id}`}
        </option>
      ))}
      <option value="simulations">Fire-spread simulations · simulations</option>
    </select>
  );
}
