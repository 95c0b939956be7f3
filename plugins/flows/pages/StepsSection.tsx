import { Button } from 'antd'
import { useState } from 'react'
import { integer, radio, text as textField, textarea } from '#kernel/fields.ts'
import type { FlowNodeView, FlowView, NodeSettings } from '#kernel/flow/flow-version.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { flowKey, path } from './flows.ts'
import { named, useFlowText } from './text.ts'
import { choices, valueText } from './values.ts'

/** The steps from top to bottom, each with what may be changed of it. */
export function StepsSection({ flow }: { flow: FlowView }) {
  const text = useFlowText()
  const { t, label } = text
  const [edited, setEdited] = useState<FlowNodeView>()
  return (
    <section>
      <h2>{t('steps')}</h2>
      <div className="oa-flow-scroll">
        <table className="oa-flows is-stacked">
          <thead>
            <tr>
              <th scope="col">{t('node')}</th>
              <th scope="col">{t('mode')}</th>
              <th scope="col">{t('when')}</th>
              <th scope="col">{t('dueHours')}</th>
              <th scope="col">
                <span className="unseen">{t('edit')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {flow.nodes.map((node) => (
              <tr key={node.id}>
                <th scope="row">{label(node)}</th>
                <td data-label={t('mode')}>{node.block === 'copy' ? t('copyStep') : valueText('mode', node.mode, text)}</td>
                <td data-label={t('when')}>{node.when === null ? '—' : <code>{node.when}</code>}</td>
                <td data-label={t('dueHours')} className="num">{valueText('dueHours', node.dueHours, text)}</td>
                <td className="is-action">
                  <Button type="link" size="small" aria-label={t('editName', { name: label(node) })} onClick={() => setEdited(node)}>
                    {t('edit')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {edited && <StepDialog flow={flow} node={edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

function StepDialog({ flow, node, onClose }: { flow: FlowView; node: FlowNodeView; onClose(): void }) {
  const { t, label } = useFlowText()
  const { id, block: _, ...settings } = node
  return (
    <FieldsDialog title={t('editTitle', { name: label(node) })} okText={t('publish')} fields={() => fieldsOf(node)} start={{ ...settings }}
      touches={[[flowKey]]} aliases={{ [`nodes.${id}`]: 'when' }} onClose={onClose} success={t('published')} save={(entered, http) =>
      http.put(`${path}/${flow.key}`, { current: flow.current, settings: flow.settings, nodes: { [id]: changed(node, entered) } }, {
        quiet: true,
      })} />
  )
}

const modes = Object.entries(choices.mode).map(([value, key]) => ({ value, ...named(key) }))

/** A share of votes is not chosen here; it stays as it is. */
function fieldsOf({ block, mode }: FlowNodeView): readonly DialogField[] {
  return [
    { name: 'cn', field: textField({ ...named('cn'), required: true, max: 100 }) },
    { name: 'en', field: textField({ ...named('en'), required: true, max: 100 }) },
    ...(block === 'approve' && typeof mode === 'string'
      ? [{ name: 'mode', field: radio({ ...named('mode'), required: true, options: modes }) }]
      : []),
    { name: 'when', field: textarea({ ...named('when'), hint: named('whenHint') }) },
    ...(block === 'approve'
      ? [{ name: 'dueHours', field: integer({ ...named('dueHours'), hint: named('dueHoursHint'), min: 0, max: 10_000 }) }]
      : []),
  ]
}

function changed({ block, mode }: FlowNodeView, { cn, en, when, dueHours, ...entered }: Readonly<Record<string, unknown>>): NodeSettings {
  const written = typeof when === 'string' && when.trim() !== '' ? when.trim() : null
  const settings = { cn: String(cn ?? ''), en: String(en ?? ''), when: written }
  if (block === 'copy') return settings
  return { ...settings, mode: (entered['mode'] as NodeSettings['mode']) ?? mode, dueHours: typeof dueHours === 'number' ? dueHours : null }
}
