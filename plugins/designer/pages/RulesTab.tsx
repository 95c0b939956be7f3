import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form as AntForm, Segmented, Select } from 'antd'
import { useEffect, useRef } from 'react'
import type { Rule, RuleLevel } from '#kernel/rules.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { compact, isHiddenField, limits, withForm } from '../model/content.ts'
import { stepsOf, useDesigning } from './designing.ts'
import { ConditionControl } from './parts/ConditionControl.tsx'
import { Labelled, TextControl } from './parts/controls.tsx'
import { useDesignerText } from './texts.ts'

const levels: readonly RuleLevel[] = ['block', 'confirm', 'warn']

/** The rules of a form: each with its condition and its message. */
export function RulesTab({ shown }: { shown: string | undefined }) {
  const { content, apply, isReadOnly, overlay } = useDesigning()
  const { t } = useDesignerText()
  // the product's rules come first and cannot be changed
  const shipped = overlay?.shipped.rules ?? []
  const rules = content.form.rules.filter(({ id }) => !shipped.some((rule) => rule.id === id))
  const put = (next: readonly Rule[], place?: string) => apply(withForm(content, { rules: [...shipped, ...next] }), place)
  const add = () => {
    const ids = new Set(content.form.rules.map(({ id }) => id))
    const stem = overlay ? 'OWN' : 'R'
    let number = rules.length + 1
    while (ids.has(`${stem}-${number}`)) number += 1
    put([...rules, { id: `${stem}-${number}`, when: 'false', cn: '', en: '', level: 'block', fields: [] }])
  }
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-page stack filled-column gap-12 scroll">
        <p className="oa-ff-quiet small">{t('rulesHint')}</p>
        {rules.length === 0 && <p className="oa-ff-empty dashed round-8 third text-centre">{t('noRules')}</p>}
        <ol className="oa-ff-rules">
          {rules.map((rule, at) => (
            <RuleCard key={rule.id} rule={rule} at={at} isShown={shown === rule.id} count={rules.length}
              onChange={(next, place) => put(rules.with(at, next), `${rule.id} ${place}`)} onRemove={() => put(rules.toSpliced(at, 1))}
              onMove={(by) => put(rules.toSpliced(at, 1).toSpliced(at + by, 0, rule))} />
          ))}
        </ol>
        {!isReadOnly && (
          <Button type="dashed" icon={<PlusOutlined aria-hidden />} disabled={rules.length >= limits.rules} onClick={add}>
            {t('addRule')}
          </Button>
        )}
        {shipped.length > 0 && <ShippedRules rules={shipped} />}
      </div>
    </AntForm>
  )
}

/** The rules that come with a form of the product. */
function ShippedRules({ rules }: { rules: readonly Rule[] }) {
  const { t, label } = useDesignerText()
  return (
    <section aria-label={t('shippedRules', { count: rules.length })}>
      <SectionTitle>{t('shippedRules', { count: rules.length })}</SectionTitle>
      <ul className="oa-ff-shipped unlisted bare">
        {rules.map((rule) => (
          <li className="line-bottom flex gap-16 between" key={rule.id}>
            <span>{label(rule)}</span>
            <span className="oa-ff-quiet small">{t('shippedRule')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RuleCardProps {
  readonly rule: Rule
  readonly at: number
  readonly count: number
  readonly isShown: boolean
  onChange(rule: Rule, place: string): void
  onRemove(): void
  onMove(by: -1 | 1): void
}

function RuleCard({ rule, at, count, isShown, onChange, onRemove, onMove }: RuleCardProps) {
  const { content, problems, isReadOnly } = useDesigning()
  const { t, label } = useDesignerText()
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isShown) card.current?.scrollIntoView({ block: 'center' })
  }, [isShown])
  const { fields } = content.form
  const tables = Object.entries(fields).filter(([, { kind }]) => kind === 'table').map(([value, field]) => ({ value, label: label(field) }))
  const inside = rule.each === undefined ? fields : (fields[rule.each]?.columns ?? {})
  const places = Object.entries(inside).filter(([key, field]) => rule.each !== undefined || !isHiddenField(key, field))
    .map(([value, field]) => ({ value, label: label(field) }))
  const own = problems.filter(({ part, id, attribute }) => part === 'rules' && id === rule.id && attribute !== 'when')
  const put = (part: Partial<Record<keyof Rule, unknown>>) => onChange(compact({ ...rule, ...part }) as Rule, Object.keys(part).join(' '))
  return (
    <li ref={card} className="oa-ff-rule framed round-8" data-selected={isShown || undefined} aria-label={t('ruleNo', { number: at + 1 })}>
      <div className="oa-ff-rule-head row wrap gap-8">
        <strong>{t('ruleNo', { number: at + 1 })}</strong>
        <code className="oa-ff-quiet small">{rule.id}</code>
        <Segmented size="small" aria-label={t('level')} value={rule.level} disabled={isReadOnly}
          options={levels.map((value) => ({ value, label: t(`level.${value}`) }))} onChange={(level) =>
          put({ level })} />
        <span className="grow" />
        {!isReadOnly && (
          <>
            <Button type="text" size="small" disabled={at === 0} icon={<ArrowUpOutlined />} aria-label={t('moveUp')} onClick={() =>
              onMove(-1)} />
            <Button type="text" size="small" disabled={at === count - 1} icon={<ArrowDownOutlined />} aria-label={t('moveDown')}
              onClick={() => onMove(1)} />
            <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t('removeRule', { number: at + 1 })}
              onClick={onRemove} />
          </>
        )}
      </div>
      {own.length > 0 && (
        <ul className="oa-ff-problems red small">{own.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}</ul>
      )}
      <div className="oa-ff-rule-body">
        <ConditionControl label={t('violatedWhen')} table={rule.each} hint={t('violatedHint')} value={rule.when}
          onChange={(when) => put({ when })} />
        <div className="oa-ff-pair grid halves gap-0-12">
          <TextControl label={t('messageCn')} isRequired max={200} value={rule.cn} onChange={(cn) => put({ cn })} />
          <TextControl label={t('messageEn')} isRequired max={200} value={rule.en} onChange={(en) => put({ en })} />
        </div>
        <div className="oa-ff-triple grid gap-0-12">
          <Labelled label={t('shownAt')}>
            {(id) => (
              <Select id={id} mode="multiple" optionFilterProp="label" value={[...rule.fields]} options={places}
                placeholder={t('formItself')} onChange={(next: string[]) => put({ fields: next })} />
            )}
          </Labelled>
          <Labelled label={t('each')}>
            {(id) => (
              <Select id={id} allowClear value={rule.each} options={tables} placeholder={t('wholeForm')}
                onChange={(each?: string) => put({ each, fields: [] })} />
            )}
          </Labelled>
          <Labelled label={t('heldAt')}>
            {(id) => (
              <Select id={id} mode="multiple" value={[...(rule.at ?? [])]} placeholder={t('atSubmit')}
                options={[{ value: 'start', label: t('atSubmit') },
                  ...stepsOf(content).map((step) => ({ value: step.id, label: label(step) }))]}
                onChange={(steps: string[]) => put({ at: steps.length > 0 ? steps : undefined })} />
            )}
          </Labelled>
        </div>
      </div>
    </li>
  )
}
