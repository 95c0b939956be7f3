import { Suspense, use } from 'react'
import type { partsOf } from '#fields/registry.ts'
import type { CellProps, FilterProps, InputProps } from '#fields/types.ts'
import { Bar } from '../parts/Skeletons.tsx'
import { atHand } from '../routing/chunks.ts'

let loading: Promise<RendererLookup> | undefined

type RendererLookup = typeof partsOf

/** Loads the renderers of field kinds, a lazy chunk; the first list or form waits for it. */
export function loadRenderers(): Promise<RendererLookup> {
  loading ??= atHand(import('#fields/registry.ts').then((registry) => registry.partsOf))
  return loading
}

const useParts = (): RendererLookup => use(loadRenderers())

/** A value, rendered by its field kind. */
export function FieldCell(props: CellProps) {
  const { Cell } = useParts()(props.field)
  return <Cell {...props} />
}

/** An input; a lazily loaded control suspends alone, not the whole form. */
export function FieldInput(props: InputProps) {
  const { Input } = useParts()(props.field)
  return (
    <Suspense fallback={<Bar width="100%" height={32} />}>
      <Input {...props} />
    </Suspense>
  )
}

/** A field of the search form; empty for kinds without a filter. */
export function FieldFilter(props: FilterProps) {
  const { Filter } = useParts()(props.field)
  return Filter
    ? (
      <Suspense fallback={<Bar width="100%" height={32} />}>
        <Filter {...props} />
      </Suspense>
    )
    : null
}
