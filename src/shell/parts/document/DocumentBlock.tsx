import { Suspense } from 'react'
import type { BlockParts } from '#shell/app-config.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'

/** Renders a part of a module's block, or that part of every block if `block` is absent; empty without such a block. */
export function DocumentBlock({ block, part }: { block?: string; part: keyof BlockParts }) {
  const { documentBlocks = [] } = useRoutes().config
  const shown = documentBlocks.filter(({ id }) => block === undefined || id === block)
  return <Suspense>{shown.map(({ id, [part]: Part }) => <Part key={id} />)}</Suspense>
}
