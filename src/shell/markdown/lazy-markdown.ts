import { lazyPage } from '../routing/chunks.ts'

/** Suspends until its reader, a chunk of its own, is there: what stands below it waits as well. */
export const Markdown = lazyPage<{ children: string }>(async () => (await import('./Markdown.tsx')).Markdown)
