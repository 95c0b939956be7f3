import { lazyPage } from '../routing/chunks.ts'

/** Lazy chunk; suspends until it is loaded. */
export const Markdown = lazyPage<{ children: string }>(async () => (await import('./Markdown.tsx')).Markdown)
