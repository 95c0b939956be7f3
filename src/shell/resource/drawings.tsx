import { use } from 'react'
import type { CellProps, FieldRegistry, FilterProps, InputProps } from '../../fields/types.ts'

const found = import.meta.glob<{ fieldDrawings: FieldRegistry }>('../../fields/registry.ts')

let loading: Promise<FieldRegistry | undefined> | undefined

/** How field kinds are drawn: a chunk of its own, waited for by the first list or form. */
function useDrawings(): FieldRegistry | undefined {
  loading ??= Promise.resolve(found['../../fields/registry.ts']?.().then(({ fieldDrawings }) => fieldDrawings))
  return use(loading)
}

/** A value by its kind; without a drawing, as plain text. */
export function FieldCell(props: CellProps) {
  const Cell = useDrawings()?.[props.field.kind].Cell
  if (Cell) return <Cell {...props} />
  const isNothing = props.value === null || props.value === undefined || String(props.value) === ''
  return isNothing ? <span className="oa-nothing">—</span> : <>{String(props.value)}</>
}

export function FieldInput(props: InputProps) {
  const Input = useDrawings()?.[props.field.kind].Input
  return Input ? <Input {...props} /> : null
}

/** A field of the search form; a kind without one is not searched by. */
export function FieldFilter(props: FilterProps) {
  const Filter = useDrawings()?.[props.field.kind].Filter
  return Filter ? <Filter {...props} /> : null
}
