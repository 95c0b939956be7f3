import { Select } from 'antd'
import type { Fields } from '#kernel/fields.ts'
import type { Flow } from '#kernel/flow.ts'
import { freshId } from '../drawing/templates.ts'
import { blocksOf } from '../drawing/tree.ts'
import { fieldName, type Naming } from '../wording/words.ts'
import { Labelled } from './fields.tsx'

/** The steps that a form asks for entries at, with the paths of those fields. */
function formSteps(fields: Fields): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const visit = (some: Fields, before: string): void => {
    for (const [key, { editAt = [], atNode, requiredAt = {}, columns }] of Object.entries(some)) {
      const nodes = new Set([...editAt, ...[atNode ?? []].flat(), ...Object.keys(requiredAt)])
      for (const node of nodes) found.set(node, [...(found.get(node) ?? []), before + key])
      if (columns) visit(columns, `${before}${key}.`)
    }
  }
  visit(fields, '')
  return found
}

interface FormStepChoiceProps {
  readonly step: string
  readonly flow: Flow
  readonly naming: Naming
  onRename(to: string): void
}

/** Assigns a new step to a step id that the form refers to and the flow lacks, so that its approvers fill in the fields of that step. */
export function FormStepChoice({ step, flow, naming, onRename }: FormStepChoiceProps) {
  const { t } = naming.text
  const steps = formSteps(naming.fields)
  const present = new Set(blocksOf(flow.steps).map(({ id }) => id))
  const lacking = [...steps].filter(([node]) => !present.has(node))
  if (lacking.length === 0) return null
  const own = steps.get(step)
  const words = (paths: readonly string[]) => paths.map((path) => fieldName(path, naming)).join(t('listed'))
  const offered = [...(own ? [[step, own] as const] : []), ...lacking]
  return (
    <Labelled label={t('formStep')} hint={t('formStepHint')}>
      {(id) => (
        <Select id={id} allowClear value={own && step} placeholder={t('noField')} popupMatchSelectWidth={false}
          options={offered.map(([node, paths]) => ({ value: node, label: words(paths) }))}
          onChange={(node: string | undefined) => onRename(node ?? freshId('step'))} />
      )}
    </Labelled>
  )
}
