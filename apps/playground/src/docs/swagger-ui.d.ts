/** The part of Swagger UI that the page uses; its package has no types. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  interface SpecRequest {
    readonly loadSpec?: boolean;
    readonly headers: Record<string, string>;
  }
  interface Options {
    readonly domNode: Element;
    readonly url: string;
    readonly deepLinking: boolean;
    readonly displayRequestDuration: boolean;
    readonly tryItOutEnabled: boolean;
    readonly defaultModelsExpandDepth: number;
    readonly validatorUrl: null;
    readonly showMutatedRequest: boolean;
    requestInterceptor(request: SpecRequest): SpecRequest;
    onComplete(): void;
  }
  interface SwaggerUi {
    preauthorizeApiKey(scheme: string, key: string): void;
  }
  const create: (options: Options) => SwaggerUi;

  export { create as default };
}
