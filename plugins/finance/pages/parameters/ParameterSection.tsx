import { useId } from 'react'
import type { ParameterAnswer } from '#plugins/finance/parameters.ts'
import { FigureText, LastChange, Sentences } from './about.tsx'
import { EditButton } from './EditButton.tsx'
import type { DialogParameters } from './ParameterDialog.tsx'
import { ParameterMatrix, type SectionProps } from './ParameterMatrix.tsx'
import { useParameterText } from './text.ts'

/** The figures of one subject: a line each, or a table of rows and columns. */
export function ParameterSection({ group, onEdit }: SectionProps) {
  const { label } = useParameterText()
  const id = useId()
  return (
    <section className="oa-figures-section" aria-labelledby={id}>
      <h2 id={id}>{label(group)}</h2>
      {group.table
        ? <ParameterMatrix group={group} onEdit={onEdit} />
        : (
          <ul className="oa-figure-lines">
            {group.parameters.map((parameter) => <Line key={parameter.name} group={group.key} parameter={parameter} onEdit={onEdit} />)}
          </ul>
        )}
      {group.table && <Sentences parameters={group.parameters} most={4} />}
    </section>
  )
}

function Line({ group, parameter, onEdit }: { group: string; parameter: ParameterAnswer; onEdit(edited: DialogParameters): void }) {
  const { label } = useParameterText()
  return (
    <li>
      <div className="oa-figure-line">
        <span className="oa-figure-name">{label(parameter)}</span>
        <span className="oa-figure-value num">
          <FigureText parameter={parameter} />
        </span>
        <EditButton title={parameter} onEdit={() => onEdit({ group, title: parameter, parameters: [parameter] })} />
      </div>
      <LastChange parameter={parameter} />
      <Sentences parameters={[parameter]} most={2} />
    </li>
  )
}
