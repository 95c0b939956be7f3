import { useState } from 'react'
import { integer, select } from '#kernel/fields.ts'
import type { ChangeableSettings, FlowView } from '#kernel/flow/flow-version.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { flowKey, path } from './flows.ts'
import { SectionHead } from './SectionHead.tsx'
import { named, useFlowText } from './text.ts'
import { choices, valueText } from './values.ts'

const chosen = ['dedupe', 'emptyApprover', 'initiatorApprover', 'resumeMode'] as const
const counted = ['urgeMinutes', 'overdueHours'] as const

/** The settings of the whole flow. */
export function SettingsSection({ flow }: { flow: FlowView }) {
  const text = useFlowText()
  const { t } = text
  const [isEditing, setIsEditing] = useState(false)
  const { settings, current, key } = flow
  return (
    <section>
      <SectionHead name={t('settings')} onEdit={() => setIsEditing(true)} />
      <dl className="oa-flow-settings">
        {[...chosen, ...counted].map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{valueText(name, settings[name], text)}</dd>
          </div>
        ))}
      </dl>
      {isEditing && (
        <FieldsDialog title={t('settingsTitle')} okText={t('publish')} fields={() => fields} start={{ ...settings }} touches={[[flowKey]]}
          onClose={() => setIsEditing(false)} success={t('published')} save={(entered, http) =>
          http.put(`${path}/${key}`, { current, nodes: {}, settings: changed(entered) }, { quiet: true })} />
      )}
    </section>
  )
}

const fields: readonly DialogField[] = [
  ...chosen.map((name) => ({ name,
    field: select({ ...named(name), required: true,
      options: Object.entries(choices[name]).map(([value, key]) => ({ value, ...named(key) })) }) })
  ),
  ...counted.map((name) => ({ name,
    field: integer({ ...named(name), ...(name === 'urgeMinutes' && { required: true }), min: 0, max: 10_000 }) })
  ),
]

function changed({ overdueHours, ...entered }: Readonly<Record<string, unknown>>): ChangeableSettings {
  return { ...(entered as Omit<ChangeableSettings, 'overdueHours'>), ...(typeof overdueHours === 'number' && { overdueHours }) }
}
