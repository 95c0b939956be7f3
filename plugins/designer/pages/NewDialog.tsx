import { Form, Input, Modal, Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { type CreateFormDesign, designKey, type FormDesign, formDesignPath, type FormDesignRow } from '../wire.ts'
import { designsKey, useGroups, useLibrary } from './calls.ts'
import { Labelled } from './parts/controls.tsx'
import { useDesignerText } from './texts.ts'

const fresh: CreateFormDesign = { urlPage: '', prefix: '', group: '', cn: '', en: '' }

/** A page of letters from an English name: `Visitor pass` is `visitor-pass`. */
const pageOf = (en: string): string => en.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '').slice(0, 40)

const copyOf = ({ cn, en, group, urlPage }: FormDesignRow): CreateFormDesign => ({ ...fresh, group, cn: `${cn}（副本）`, en: `${en} (copy)`,
  urlPage: `${urlPage.slice(0, 35)}-copy`, from: designKey(urlPage) })

interface NewDialogProps {
  /** The form to copy; its names are proposed with a mark. */
  readonly from?: FormDesignRow | undefined
  onClose(): void
  onDone(design: FormDesign): void
}

/** Begins a design: a form of the company's own, or its additions to a form of the product. */
export function NewDialog(props: NewDialogProps) {
  const { t } = useDesignerText()
  const [kind, setKind] = useState('form')
  const choice = (
    <Segmented block className="oa-ff-control" aria-label={t('kindColumn')} value={kind} onChange={(next) => setKind(next)}
      options={[{ value: 'form', label: t('newForm') }, { value: 'overlay', label: t('newOverlay') }]} />
  )
  return kind === 'form'
    ? <NewForm {...props} choice={props.from === undefined && choice} />
    : <NewOverlay {...props} choice={choice} />
}

/** Additions to a form of the product; each form has them once. */
function NewOverlay({ onClose, onDone, choice }: NewDialogProps & { choice: ReactNode }) {
  const { t, locale } = useDesignerText()
  const types = useRead(reads.businessTypes) ?? []
  const [over, setOver] = useState<string>()
  const { run, isPending, problems, setProblems } = useCommand({ touches: [[designsKey, 'page']] })
  const send = () =>
    run((http) => http.post<FormDesign>(formDesignPath, { over }, { quiet: true }), (created: FormDesign) => {
      onClose()
      onDone(created)
    })
  return (
    <Modal open title={t('newOverlay')} okText={t('create')} cancelText={t('cancel')} okButtonProps={{ disabled: over === undefined }}
      confirmLoading={isPending} onOk={() => void send()} onCancel={onClose}
    >
      {choice}
      <p className="oa-ff-quiet small">{t('newOverlayHint')}</p>
      <Form layout="vertical" component={false}>
        <Labelled label={t('overForm')} isRequired problem={problems['over'] ?? problems['']}>
          {(id) => (
            <Select id={id} showSearch autoFocus optionFilterProp="label" value={over}
              options={types.filter(({ value }) => !value.startsWith('dynamicForm:'))
                .map(({ value, label, labelEn }) => ({ value, label: locale === 'cn' ? label : labelEn }))} onChange={(next: string) => {
              setOver(next)
              setProblems({})
            }} />
          )}
        </Labelled>
      </Form>
    </Modal>
  )
}

/** A form of the company's own: from nothing but what every document has, or as another form is now. */
function NewForm({ from: copied, onClose, onDone, choice }: NewDialogProps & { choice: ReactNode }) {
  const { t, locale, label } = useDesignerText()
  const groups = useGroups()
  const ready = useLibrary()
  const types = useRead(reads.businessTypes) ?? []
  const [draft, setDraft] = useState<CreateFormDesign>(copied ? copyOf(copied) : fresh)
  const [isPageTyped, setIsPageTyped] = useState(false)
  const { run, isPending, problems, setProblems } = useCommand({ touches: [[designsKey, 'page']] })
  const put = (part: Partial<CreateFormDesign>) => {
    setDraft({ ...draft, ...part })
    setProblems({})
  }
  /** A ready design proposes its names, its page, its prefix and its group where nothing was typed yet. */
  const choose = (from?: string) => {
    const { from: _, ...rest } = draft
    const found = ready.find(({ key }) => from === `library:${key}`)
    const empty = found ? { cn: found.cn, en: found.en, urlPage: found.key, prefix: found.prefix, group: found.group } : fresh
    setProblems({})
    setDraft({ ...rest, ...(from !== undefined && { from }), cn: rest.cn || empty.cn, en: rest.en || empty.en,
      urlPage: rest.urlPage || empty.urlPage, prefix: rest.prefix || empty.prefix, group: rest.group || empty.group })
  }
  const isFull = [draft.cn, draft.en, draft.urlPage, draft.prefix, draft.group].every((text) => text.trim() !== '')
  const send = () =>
    run((http) => http.post<FormDesign>(formDesignPath, draft, { quiet: true }), (created: FormDesign) => {
      onClose()
      onDone(created)
    })
  return (
    <Modal open title={copied ? t('copyName', { name: label(copied) }) : t('newForm')} okText={t('create')} cancelText={t('cancel')}
      okButtonProps={{ disabled: !isFull }} confirmLoading={isPending} onOk={() => void send()} onCancel={onClose}
    >
      {choice}
      <Form layout="vertical" component={false}>
        {problems[''] && <p className="oa-ff-wrong" role="alert">{problems['']}</p>}
        <div className="oa-ff-pair grid halves gap-0-12">
          <Labelled label={t('labelCn')} isRequired problem={problems['cn']}>
            {(id) => <Input id={id} autoFocus maxLength={30} value={draft.cn} onChange={({ target }) => put({ cn: target.value })} />}
          </Labelled>
          <Labelled label={t('labelEn')} isRequired problem={problems['en']}>
            {(id) => (
              <Input id={id} maxLength={60} value={draft.en}
                onChange={({ target }) => put({ en: target.value, ...(!isPageTyped && { urlPage: pageOf(target.value) }) })} />
            )}
          </Labelled>
        </div>
        <Labelled label={t('page')} isRequired hint={t('newPageHint')} problem={problems['urlPage']}>
          {(id) => (
            <Input id={id} addonBefore="/dynamic-form-" maxLength={40} value={draft.urlPage} onChange={({ target }) => {
              setIsPageTyped(true)
              put({ urlPage: target.value })
            }} />
          )}
        </Labelled>
        <div className="oa-ff-pair grid halves gap-0-12">
          <Labelled label={t('prefix')} isRequired hint={t('prefixHint')} problem={problems['prefix']}>
            {(id) => (
              <Input id={id} maxLength={6} value={draft.prefix} onChange={({ target }) => put({ prefix: target.value.toUpperCase() })} />
            )}
          </Labelled>
          <Labelled label={t('group')} isRequired problem={problems['group']}>
            {(id) => (
              <Select id={id} showSearch optionFilterProp="label" value={draft.group || undefined}
                options={groups.map(({ id: value, name, nameEn }) => ({ value, label: locale === 'cn' ? name : nameEn }))}
                onChange={(group: string) => put({ group })} />
            )}
          </Labelled>
        </div>
        <Labelled label={t('from')} hint={t('fromHint')} problem={problems['from']}>
          {(id) => (
            <Select id={id} allowClear showSearch optionFilterProp="label" placeholder={t('fromNothing')} value={draft.from} options={[
              { key: 'library', label: t('fromLibrary'),
                options: ready.map(({ key, ...words }) => ({ value: `library:${key}`, label: label(words),
                  note: label(words.description) })
                ) },
              { key: 'forms', label: t('fromForms'),
                options: types.map(({ value, label: cn, labelEn }) => ({ value, label: locale === 'cn' ? cn : labelEn, note: '' })) },
            ]} optionRender={({ data }) => (
              <span className="oa-ff-from stack">
                <span>{data.label}</span>
                {'note' in data && <span className="oa-ff-quiet small">{String(data.note)}</span>}
              </span>
            )} onChange={choose} />
          )}
        </Labelled>
      </Form>
    </Modal>
  )
}
