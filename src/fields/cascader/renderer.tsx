import { lazyPage } from '#shell/routing/chunks.ts'
import type { CellProps, FieldRenderer } from '../types.ts'
import { codesOf, usePlaceName } from './place-name.ts'

/** Lazy chunk: lists and documents only need names. */
const inputs = () => import('./CascaderInput.tsx')

function CascaderCell({ value }: CellProps) {
  const codes = codesOf(value)
  const called = usePlaceName(codes)
  return codes.length === 0 ? <span className="oa-nothing">—</span> : <>{called}</>
}

export const renderer: FieldRenderer = {
  Input: lazyPage(async () => (await inputs()).CascaderInput),
  Cell: CascaderCell,
  Filter: lazyPage(async () => (await inputs()).CascaderFilter),
}
