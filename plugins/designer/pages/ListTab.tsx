import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form as AntForm, Select } from 'antd'
import { columnType } from '#kernel/fields/list-columns.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { kindLabel } from '../model/kinds.ts'
import { compact, fieldOf, isHeaderField, limits, withForm } from '../model/content.ts'
import { useDesigning } from './designing.ts'
import { FieldsSelect, Labelled } from './parts/controls.tsx'
import { useDesignerText } from './texts.ts'

/** Fields that are figures in RMB or another currency, of which one is the headline of a document. */
const isAmount = (kind: string, result: string | undefined): boolean => kind === 'money' || result === 'money'

/** Columns of the form's list, and the subject of its documents in other lists. */
export function ListTab() {
  const { content, apply, isReadOnly, problems } = useDesigning()
  const { t, label } = useDesignerText()
  const { columns, fields, subject = [], amount } = content.form
  const put = (next: readonly string[]) => apply(withForm(content, { columns: next }))
  const free = Object.entries(fields).filter(([key, field]) =>
    !columns.includes(key) && !isHeaderField(key) && columnType(field) !== undefined
  )
  const found = problems.filter(({ part }) => part === 'list')
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-page stack filled-column gap-12 scroll">
        {found.length > 0 && (
          <ul className="oa-ff-problems red small" role="alert">
            {found.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}
          </ul>
        )}
        <SectionTitle count={columns.length}>{t('columns')}</SectionTitle>
        <p className="oa-ff-quiet small">{t('columnsHint', { max: limits.listColumns })}</p>
        <div className="scroll-x">
          <table className="oa-ff-list">
            <thead>
              <tr>
                {(['number', 'titleColumn', 'applicant'] as const).map((name) => (
                  <th key={name} scope="col" className="is-fixed">{t(name)}</th>
                ))}
                {columns.map((key, at) => {
                  const field = fieldOf(content, key)
                  const name = field ? label(field) : key
                  return (
                    <th key={key} scope="col">
                      <span className="oa-ff-list-head">
                        {name}
                        {!isReadOnly && (
                          <span className="oa-ff-list-tools">
                            <Button type="text" size="small" icon={<ArrowLeftOutlined />} disabled={at === 0}
                              aria-label={t('columnLeft', { name })} onClick={() =>
                              put(columns.toSpliced(at, 1).toSpliced(at - 1, 0, key))} />
                            <Button type="text" size="small" icon={<ArrowRightOutlined />} disabled={at === columns.length - 1}
                              aria-label={t('columnRight', { name })} onClick={() =>
                              put(columns.toSpliced(at, 1).toSpliced(at + 1, 0, key))} />
                            <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('columnOut', { name })} onClick={() =>
                              put(columns.toSpliced(at, 1))} />
                          </span>
                        )}
                      </span>
                    </th>
                  )
                })}
                <th scope="col" className="is-fixed">{t('stateColumn')}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td className="num">{content.prefix}-001</td>
                <td>{label(content.form)}</td>
                <td>—</td>
                {columns.map((key) => {
                  const field = fieldOf(content, key)
                  return <td key={key} className="oa-ff-quiet small">{field && label(kindLabel(field.kind))}</td>
                })}
                <td>{t('inApproval')}</td>
              </tr>
            </tbody>
          </table>
        </div>
        {!isReadOnly && (
          <div className="flex wrap gap-6">
            {free.map(([key, field]) => (
              <Button key={key} size="small" icon={<PlusOutlined aria-hidden />} disabled={columns.length >= limits.listColumns}
                onClick={() => put([...columns, key])}
              >
                {label(field)}
              </Button>
            ))}
          </div>
        )}
        <SectionTitle>{t('inEveryList')}</SectionTitle>
        <div className="oa-ff-narrow">
          <FieldsSelect label={t('attribute.subject')} hint={t('subjectHint')} max={4}
            value={subject.filter((part) => typeof part === 'string')} fits={(path, field) =>
            !isHeaderField(path) && field.visibleTo === undefined && kindOf(field).subject !== undefined && columnType(field) !== undefined}
            onChange={(paths) =>
              apply(withForm(content, { subject: [...paths, ...subject.filter((part) => typeof part !== 'string')] }))} />
          <Labelled label={t('attribute.amount')} hint={t('amountHint')}>
            {(id) => (
              <Select id={id} allowClear value={amount}
                options={Object.entries(fields).filter(([, { kind, result }]) => isAmount(kind, result))
                  .map(([value, field]) => ({ value, label: label(field) }))} onChange={(next?: string) =>
                apply({ ...content, form: compact({ ...content.form, amount: next } as typeof content.form) })} />
            )}
          </Labelled>
        </div>
      </div>
    </AntForm>
  )
}
