import { useMemo } from 'react'
import type { Fields } from '#kernel/fields.ts'
import { useFormFacts } from '#shell/form/store/facts.ts'
import type { Naming } from '../wording/words.ts'
import { useDesignText } from '../texts.ts'
import { readCondition, writeCondition } from './condition.ts'
import { GroupRows } from './ConditionEditor.tsx'
import '../designer.css'

interface FormConditionProps {
  readonly value: string
  /** The fields that rows may compare, in the order in which they are offered. */
  readonly fields: Fields
  readonly isReadOnly: boolean
  onChange(value: string): void
}

/** Rows of a condition on fields, for designers of forms; `true` is a condition without rows. Draws nothing for text beyond comparisons. */
export function FormCondition({ value, fields, isReadOnly, onChange }: FormConditionProps) {
  const text = useDesignText()
  const facts = useFormFacts()
  const naming = useMemo(
    (): Naming => ({ text, fields, names: {}, owners: {}, parameters: new Map(), facts: new Map(),
      dict: (dictionary, item) => facts().dict?.(dictionary, item) }),
    [text, fields, facts],
  )
  const isOpen = ['', 'true'].includes(value.trim())
  const group = isOpen ? { join: 'and', parts: [] } as const : readCondition(value)
  if (!group) return null
  return (
    <div className="oa-fd-rows oa-fd-embedded below-12">
      <GroupRows group={group} naming={naming} outcomes={undefined} isReadOnly={isReadOnly}
        onChange={(next) => onChange(next.parts.length === 0 ? 'true' : writeCondition(next))} />
    </div>
  )
}
