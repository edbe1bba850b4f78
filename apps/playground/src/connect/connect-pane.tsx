/** How to connect one's own client. */
export function ConnectPane() {
  return <h2>Connect</h2>;
}
