/** In place of the map while it loads, or if it cannot be. */
export function MapMessage({ hasFailed }: { readonly hasFailed: boolean }) {
  return (
    <p class="map-message">
      {hasFailed ? "The map could not be loaded: the rows are in the table." : "Loading map"}
    </p>
  );
}
