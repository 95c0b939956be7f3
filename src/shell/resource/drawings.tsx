import { use } from 'react'
import type { CellProps, FieldRegistry, FilterProps, InputProps } from '../../fields/types.ts'

let loading: Promise<FieldRegistry> | undefined

/** How field kinds are drawn: a chunk of its own, waited for by the first list or form. */
function useDrawings(): FieldRegistry {
  loading ??= import('../../fields/registry.ts').then(({ fieldDrawings }) => fieldDrawings)
  return use(loading)
}

/** A value by its kind. */
export function FieldCell(props: CellProps) {
  const { Cell } = useDrawings()[props.field.kind]
  return <Cell {...props} />
}

export function FieldInput(props: InputProps) {
  const { Input } = useDrawings()[props.field.kind]
  return <Input {...props} />
}

/** A field of the search form; a kind without one is not searched by. */
export function FieldFilter(props: FilterProps) {
  const { Filter } = useDrawings()[props.field.kind]
  return Filter ? <Filter {...props} /> : null
}
