/** The response, and `onOver` is called once its body has ended or its client has gone. */
export function whenOver(response: Response, onOver: () => void): Response {
  if (!response.body) {
    onOver();
    return response;
  }
  const reader = response.body.getReader();
  let isOver = false;
  const over = () => {
    if (!isOver) onOver();
    isOver = true;
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        over();
        controller.close();
      } catch (error) {
        over();
        controller.error(error);
      }
    },
    cancel(reason) {
      over();
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
