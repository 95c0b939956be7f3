import { useState } from 'react'
import { multiselect, people } from '#kernel/fields.ts'
import type { FlowView } from '#kernel/flow/flow-version.ts'
import type { Starters } from '#kernel/flow/starters.ts'
import { splitName } from '#kernel/wording/names.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { flowKey, path } from './flows.ts'
import { SectionHead } from './SectionHead.tsx'
import { named, useFlowText } from './text.ts'
import { namesOf, startersText } from './values.ts'

const none: Starters = { departments: [], roles: [], people: [] }

/** The people who may start documents, of those who hold the right of the form. */
export function StartersSection({ flow }: { flow: FlowView }) {
  const text = useFlowText()
  const { t } = text
  const [isEditing, setIsEditing] = useState(false)
  const { settings, current, key } = flow
  return (
    <section>
      <SectionHead name={t('starters')} onEdit={() => setIsEditing(true)} />
      <p>{startersText(settings.starters, namesOf(flow), text)}</p>
      {isEditing && (
        <FieldsDialog title={t('startersTitle')} okText={t('publish')} fields={() => fieldsOf(flow)}
          start={{ ...none, ...settings.starters }} touches={[[flowKey]]} aliases={aliases} onClose={() => setIsEditing(false)}
          success={t('published')} save={(entered, http) =>
          http.put(`${path}/${key}`, { current, nodes: {}, settings: { ...settings, starters: startersIn(entered) } }, { quiet: true })} />
      )}
    </section>
  )
}

const aliases = { 'starters.departments': 'departments', 'starters.roles': 'roles', 'starters.people': 'people' }

const fieldsOf = ({ roles }: FlowView): readonly DialogField[] => [
  { name: 'departments', field: multiselect({ ...named('departments'), of: 'department', hint: named('departmentsHint') }) },
  { name: 'roles', field: multiselect({ ...named('roles'), options: roles.map(({ key, name }) => ({ value: key, ...splitName(name) })) }) },
  { name: 'people', field: people({ ...named('people'), hint: named('startersHint') }) },
]

function startersIn(entered: Readonly<Record<string, unknown>>): Starters {
  const list = (held: unknown) => (Array.isArray(held) ? (held as readonly string[]) : [])
  return { departments: list(entered['departments']), roles: list(entered['roles']), people: list(entered['people']) }
}
