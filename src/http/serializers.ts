// Answers are written as they were presented: what is presented has its type from the schema that documents it.

type Serialize = (data: unknown) => string

/** Fastify's own serialiser walks the schema beside the data: four times the work on a page of packages, for the same bytes. */
export const writeJson = (): (() => Serialize) => () => JSON.stringify
