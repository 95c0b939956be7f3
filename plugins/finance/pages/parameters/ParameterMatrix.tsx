import type { Label } from '#kernel/wording/label.ts'
import type { ParameterGroup } from '#plugins/finance/parameters.ts'
import { FigureText, LastChange } from './about.tsx'
import { EditButton } from './EditButton.tsx'
import type { DialogParameters } from './ParameterDialog.tsx'
import { cellsOf, rowsOf } from './parameters.ts'
import { useParameterText } from './text.ts'

export interface SectionProps {
  readonly group: ParameterGroup
  onEdit(edited: DialogParameters): void
}

/** Standards by row and column: a row is edited as a whole. */
export function ParameterMatrix({ group, onEdit }: SectionProps) {
  const { t, label } = useParameterText()
  const columns = group.table?.columns ?? []
  return (
    <div className="oa-figure-matrix">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('figure')}</th>
            {columns.map((column) => <th key={column.value} scope="col">{label(column)}</th>)}
            <th scope="col">
              <span className="unseen">{t('edit')}</span>
            </th>
          </tr>
        </thead>
        <tbody>{rowsOf(group).map((row) => <Row key={row.key} group={group} row={row} onEdit={onEdit} />)}</tbody>
      </table>
    </div>
  )
}

function Row({ group, row, onEdit }: SectionProps & { readonly row: Label & { readonly key: string } }) {
  const { t, label } = useParameterText()
  const columns = group.table?.columns ?? []
  const cells = cellsOf(group, row.key).map((cell, index) => ({ cell, column: columns[index]! }))
  const kept = cells.flatMap(({ cell, column }) => (cell ? [{ cell, column }] : []))
  const latest = kept.map(({ cell }) => cell).toSorted((one, other) => (other.changedTime ?? '').localeCompare(one.changedTime ?? ''))[0]
  return (
    <tr>
      <th scope="row">
        {label(row)}
        {latest?.unit && <span className="oa-figure-unit">{label(latest.unit)}</span>}
        {latest && <LastChange parameter={latest} />}
      </th>
      {cells.map(({ cell, column }) => (
        <td key={column.value} className="num">
          {cell ? <FigureText parameter={{ ...cell, unit: null }} /> : <span className="oa-nothing">{t('none')}</span>}
        </td>
      ))}
      <td>
        <EditButton title={row} onEdit={() =>
          onEdit({ group: group.key, title: row, parameters: kept.map(({ cell }) => cell), names: kept.map(({ column }) => column) })} />
      </td>
    </tr>
  )
}
