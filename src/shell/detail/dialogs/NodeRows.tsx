import { Radio } from 'antd'
import { useId, type ReactNode } from 'react'
import type { NamedPerson } from '#approval/wire/person.ts'
import { Person } from '#shell/parts/Person.tsx'
import { radioGroup } from '../radio-group.ts'
import { Star } from './CommentField.tsx'

export interface NodeRow {
  readonly id: string
  readonly title: string
  readonly people?: readonly NamedPerson[]
  /** Small text at the right end, e.g. a time. */
  readonly aside?: string
  /** Warning below the row. */
  readonly warning?: string
}

interface NodeRowsProps {
  readonly label: string
  readonly rows: readonly NodeRow[]
  readonly value: string | undefined
  readonly problem?: string
  readonly children?: ReactNode
  onChange(id: string): void
}

/** Radio buttons for nodes or tasks, each a row with its people. */
export function NodeRows({ label, rows, value, problem, children, onChange }: NodeRowsProps) {
  const id = useId()
  return (
    <div className="oa-field">
      <span className="oa-field-label" id={id}>
        {label}
        <Star />
      </span>
      <Radio.Group {...radioGroup} className="oa-node-rows" aria-labelledby={id} aria-describedby={problem ? `${id}-note` : undefined}
        aria-invalid={problem !== undefined} value={value} onChange={({ target }) => onChange(String(target.value))}
      >
        {rows.map(({ id: row, title, people = [], aside, warning }) => (
          <Radio key={row} value={row} className="oa-node-row">
            <span className="oa-node-row-title">
              <span className="cut">{title}</span>
              {aside && <span className="oa-node-row-aside num">{aside}</span>}
            </span>
            {people.length > 0 && (
              <span className="oa-node-row-people">
                {people.map((person) => <Person key={person.id} id={person.id} name={person.name} departed={!person.enable} />)}
              </span>
            )}
            {warning && <span className="oa-node-row-warning">{warning}</span>}
          </Radio>
        ))}
      </Radio.Group>
      {children}
      {problem && <span id={`${id}-note`} className="oa-field-problem">{problem}</span>}
    </div>
  )
}
