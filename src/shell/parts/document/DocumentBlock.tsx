import { Suspense } from 'react'
import type { BlockParts } from '#shell/app-config.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'

/** A part that a module draws in place of a block's fields; nothing where no module does. Without `block`, that part of every block. */
export function DocumentBlock({ block, part }: { block?: string; part: keyof BlockParts }) {
  const { documentBlocks = [] } = useRoutes().config
  const shown = documentBlocks.filter(({ id }) => block === undefined || id === block)
  return <Suspense>{shown.map(({ id, [part]: Part }) => <Part key={id} />)}</Suspense>
}
