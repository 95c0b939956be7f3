import { Form as AntForm, Select } from 'antd'
import { type FieldDefinition, multiselect, people } from '#kernel/fields.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { isHiddenField } from '../model/content.ts'
import type { FormContent } from '../wire.ts'
import { useRoles } from './calls.ts'
import { fieldName, stepsOf, useDesigning } from './designing.ts'
import { KindControl, Labelled } from './parts/controls.tsx'
import { bothTexts, useDesignerText } from './texts.ts'

const listOf = (chosen: unknown): readonly string[] => (Array.isArray(chosen) ? (chosen as readonly string[]) : [])

/** The people who may file the form, and what is seen and filled in at each step. */
export function RightsTab() {
  const { content, apply, isReadOnly } = useDesigning()
  const { t, name } = useDesignerText()
  const roles = useRoles()
  const { starters } = content
  const put = (part: Partial<FormContent['starters']>) => apply({ ...content, starters: { ...starters, ...part } })
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-page stack filled-column gap-12 scroll">
        <SectionTitle>{t('starters')}</SectionTitle>
        <p className="oa-ff-quiet small">{t('startersHint')}</p>
        <div className="oa-ff-narrow">
          <KindControl field={people({ ...bothTexts('people') })} label={t('people')} value={starters.people}
            onChange={(chosen) => put({ people: listOf(chosen) })} />
          <KindControl field={multiselect({ ...bothTexts('departments'), of: 'department' })} label={t('departments')}
            value={starters.departments} onChange={(chosen) => put({ departments: listOf(chosen) })} />
          <Labelled label={t('roles')}>
            {(id) => (
              <Select id={id} mode="multiple" optionFilterProp="label" value={[...starters.roles]}
                options={roles.map((role) => ({ value: role.key, label: name(role.name) }))}
                onChange={(next: string[]) => put({ roles: next })} />
            )}
          </Labelled>
        </div>
        <SectionTitle>{t('rightsByStep')}</SectionTitle>
        <p className="oa-ff-quiet small">{t('rightsHint')}</p>
        <Matrix />
      </div>
    </AntForm>
  )
}

type Right = 'hidden' | 'later' | 'must' | 'fill' | 'read'

/** The right of somebody at the start or at a step on a field. */
function rightAt(field: FieldDefinition, step: string): Right {
  if (isHiddenAt(field, step)) return 'hidden'
  const nodes = [field.atNode ?? []].flat()
  if ([...nodes, ...Object.keys(field.requiredAt ?? {})].includes(step)) return 'must'
  return nodes.length > 0 && step === 'start' ? 'later' : enteredAt(field, step)
}

const isHiddenAt = ({ visibleTo }: FieldDefinition, step: string): boolean =>
  visibleTo !== undefined && !(visibleTo.nodes ?? []).includes(step)

function enteredAt({ kind, readOnly, required, editAt = [] }: FieldDefinition, step: string): Right {
  if (kind === 'calculated' || readOnly) return 'read'
  if (step === 'start') return required === true ? 'must' : 'fill'
  return editAt.includes(step) ? 'fill' : 'read'
}

/** Field by field: read, fill in, must, or nothing, at the start and at each step. */
function Matrix() {
  const { content, open } = useDesigning()
  const text = useDesignerText()
  const { t, label } = text
  const steps = stepsOf(content)
  const rows = Object.entries(content.form.fields).filter(([key, field]) => !isHiddenField(key, field) && !field.system)
  const cell = (field: FieldDefinition, step: string) => t(`right.${rightAt(field, step)}`)
  return (
    <div className="scroll-x">
      <table className="oa-ff-list">
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('applicant')}</th>
            {steps.map((step) => <th key={step.id} scope="col">{label(step)}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, field]) => (
            <tr key={key}>
              <th scope="row">
                <button type="button" className="plain accent" onClick={() => open('fields', key)}>
                  {fieldName(content, key, text)}
                </button>
              </th>
              <td>{cell(field, 'start')}</td>
              {steps.map((step) => <td key={step.id}>{cell(field, step.id)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
