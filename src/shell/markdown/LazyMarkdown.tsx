import { Suspense } from 'react'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { lazyPage } from '../routing/chunks.ts'

/** Suspends until its reader is there: for pages that come at once with their texts. */
export const Markdown = lazyPage<{ children: string }>(async () => (await import('./Markdown.tsx')).Markdown)

/** The same, whose reader comes in a chunk of its own. */
export function LazyMarkdown({ children }: { children: string }) {
  return (
    <Suspense fallback={<RowsSkeleton rows={4} columns={['80%']} />}>
      <Markdown>{children}</Markdown>
    </Suspense>
  )
}
