/** Whether a process of this machine exists, even if it belongs to another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    // Signal 0 only checks.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
