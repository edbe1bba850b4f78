// node healthy.mjs URL: exits with 0 if it answers with success. The image has no curl.
const response = await fetch(process.argv[2], { signal: AbortSignal.timeout(2500) });
process.exit(response.ok ? 0 : 1);
