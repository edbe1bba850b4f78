export interface DownloadButtonProps {
  readonly fileName: string;
  /** For example `text/csv`. */
  readonly type: string;
  readonly children: string;
  content(): string;
}

/** A button that saves a text, generated on click. */
export function DownloadButton({ fileName, type, content, children }: DownloadButtonProps) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([content()], { type }));
    saveFrom(url, fileName);
    URL.revokeObjectURL(url);
  };
  return (
    <button type="button" onClick={save}>
      {children}
    </button>
  );
}

/** @param fileName empty if the server names the file */
export function saveFrom(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}
