/** The map of the page: the answer that is shown, its area, and the ground. */
export function MapPane() {
  return <section class="map-pane" aria-label="Map" />;
}
