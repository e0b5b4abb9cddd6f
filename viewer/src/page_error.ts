// page_error.ts: a reason, in words for the reader, why a page cannot be shown.
export class PageError extends Error {}
