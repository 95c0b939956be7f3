import { Suspense, use } from 'react'
import type { CellProps, FieldRegistry, FilterProps, InputProps } from '#fields/types.ts'
import { Bar } from '../parts/Skeletons.tsx'
import { atHand } from '../routing/chunks.ts'

let loading: Promise<FieldRegistry> | undefined

/** Loads the renderers of field kinds: a chunk of its own, waited for by the first list or form. */
export function loadRenderers(): Promise<FieldRegistry> {
  loading ??= atHand(import('#fields/registry.ts').then(({ fieldRenderers }) => fieldRenderers))
  return loading
}

const useRenderers = (): FieldRegistry => use(loadRenderers())

/** A value by its kind. */
export function FieldCell(props: CellProps) {
  const { Cell } = useRenderers()[props.field.kind]
  return <Cell {...props} />
}

/** A kind whose control is still on its way holds its own place, not the whole form's. */
export function FieldInput(props: InputProps) {
  const { Input } = useRenderers()[props.field.kind]
  return (
    <Suspense fallback={<Bar width="100%" height={32} />}>
      <Input {...props} />
    </Suspense>
  )
}

/** A field of the search form; a kind without one is not searched by. */
export function FieldFilter(props: FilterProps) {
  const { Filter } = useRenderers()[props.field.kind]
  return Filter
    ? (
      <Suspense fallback={<Bar width="100%" height={32} />}>
        <Filter {...props} />
      </Suspense>
    )
    : null
}
