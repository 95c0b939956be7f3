import { Form as AntForm, Input, Select } from 'antd'
import type { FieldDefinition } from '#kernel/fields.ts'
import NamedIcon, { iconNames } from '#shell/layout/icon-set.tsx'
import type { FormContent } from '../../wire.ts'
import { withForm } from '../../model/content.ts'
import { kindGroups } from '../../model/kinds.ts'
import { useGroups } from '../calls.ts'
import { useDesigning } from '../designing.ts'
import { Labelled, SwitchLine, TextControl } from '../parts/controls.tsx'
import { useDesignerText } from '../texts.ts'

/** The properties of the form as a whole: its name, its numbers, and where it is found. */
export function FormPanel() {
  const { content, apply, isReadOnly, problems } = useDesigning()
  const { t, locale, label } = useDesignerText()
  const groups = useGroups()
  const { form } = content
  const put = (part: Partial<FormContent>, place?: string) => apply({ ...content, ...part }, place)
  const problemOf = (attribute: string): string | undefined => {
    const found = problems.find((each) => each.part === 'fields' && each.id === undefined && each.attribute === attribute)
    return found && label(found.text)
  }
  const general = problems.filter(({ part, id, attribute }) => part === 'fields' && id === undefined && !shown.has(attribute ?? ''))
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-panel-head row gap-8">
        <h2>{t('formItself')}</h2>
      </div>
      {general.length > 0 && (
        <ul className="oa-ff-problems red small" role="alert">
          {general.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}
        </ul>
      )}
      <div className="oa-ff-pair grid halves gap-0-12">
        <TextControl label={t('labelCn')} isRequired isFirst max={30} value={form.cn} problem={problemOf('cn')}
          onChange={(cn) => apply(withForm(content, { cn }), 'form cn')} />
        <TextControl label={t('labelEn')} isRequired max={60} value={form.en} problem={problemOf('en')}
          onChange={(en) => apply(withForm(content, { en }), 'form en')} />
      </div>
      <div className="oa-ff-pair grid halves gap-0-12">
        <Labelled label={t('prefix')} isRequired problem={problemOf('prefix')}>
          {(id) => (
            <Input id={id} value={content.prefix} maxLength={6}
              onChange={({ target }) => put({ prefix: target.value.toUpperCase() }, 'prefix')} />
          )}
        </Labelled>
        <Labelled label={t('group')} isRequired problem={problemOf('group')}>
          {(id) => (
            <Select id={id} showSearch optionFilterProp="label" value={content.group} onChange={(group: string) => put({ group })}
              popupMatchSelectWidth={false}
              options={groups.map((group) => ({ value: group.id, label: locale === 'cn' ? group.name : group.nameEn }))} />
          )}
        </Labelled>
      </div>
      <Labelled label={t('icon')} problem={problemOf('icon')}>
        {(id) => (
          <Select id={id} showSearch value={content.icon ?? 'file'} onChange={(icon: string) => put({ icon })}
            options={iconNames.map((value) => ({ value, label: (
              <span className="inline-row gap-8">
                <NamedIcon name={value} /> {value}
              </span>
            ) }))} />
        )}
      </Labelled>
      <TextControl label={t('description')} isLong max={200} value={content.description} problem={problemOf('description')}
        onChange={(description) => put({ description }, 'description')} />
      <Labelled label={t('terminals')} isRequired problem={problemOf('terminals')} hint={useMiniHint()}>
        {(id) => (
          <Select id={id} mode="multiple" value={[...form.terminals]}
            options={(['web', 'mini'] as const).map((value) => ({ value, label: t(`terminal.${value}`) }))}
            onChange={(terminals: ('web' | 'mini')[]) => apply(withForm(content, { terminals }))} />
        )}
      </Labelled>
      <SwitchLine label={t('abortAfterCompletion')} value={form.abortAfterCompletion}
        onChange={(abortAfterCompletion) => apply(withForm(content, { abortAfterCompletion }))} />
      <Labelled label={t('page')} hint={t('pageHint')} problem={problemOf('urlPage')}>
        {(id) => <Input id={id} readOnly value={`/dynamic-form-${content.urlPage}`} />}
      </Labelled>
    </AntForm>
  )
}

/** The most columns of a table that the mini-program shows. */
const mostMiniColumns = 6

/** Names the fields that the mini-program cannot show: formatted texts, wide tables, and kinds that modules bring. */
function useMiniHint(): string | undefined {
  const { content: { form } } = useDesigning()
  const { t, label } = useDesignerText()
  if (!form.terminals.includes('mini')) return undefined
  const foreign = new Set(kindGroups().find(({ group }) => group === 'modules')?.kinds)
  const all = Object.values(form.fields).flatMap((field) => [field, ...Object.values(field.columns ?? {})])
  const isWide = ({ columns = {} }: FieldDefinition) => Object.keys(columns).length > mostMiniColumns
  const names = all.filter((field) => field.kind === 'richtext' || foreign.has(field.kind) || isWide(field)).map(label)
  return names.length > 0 ? t('notInMini', { names: names.join(t('comma')) }) : undefined
}

/** Attributes whose problems stand at their own control. */
const shown: ReadonlySet<string> = new Set(['cn', 'en', 'prefix', 'group', 'icon', 'description', 'terminals', 'urlPage'])
