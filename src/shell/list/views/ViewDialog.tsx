import { useQuery } from '@tanstack/react-query'
import { Form, Input, type InputRef, Modal, Select } from 'antd'
import { useNavigate } from 'react-router'
import { nameOf } from '#kernel/wording/names.ts'
import { useBackend } from '../../backend.ts'
import { useCommand } from '../../command/use-command.ts'
import { useText } from '../../text.tsx'
import { useViewText } from './texts.ts'
import { addressOf, addView, changeView, type ListView, viewsKey } from './views.ts'

interface ViewDialogProps {
  readonly page: string
  /** The view to rename or share; absent for a new one. */
  readonly view: ListView | undefined
  /** The current query and columns of the list. */
  readonly kept: Pick<ListView, 'query' | 'columns'>
  onClose(): void
}

interface ViewValues {
  readonly name: string
  /** Role that the view is shared with; '' for none. */
  readonly role: string
}

const fields: ReadonlySet<string> = new Set(['name', 'role'])

/** A dialog with the name of a view and the role it is shared with. */
export function ViewDialog({ page, view, kept, onClose }: ViewDialogProps) {
  const { t, locale } = useViewText()
  const { t: shell } = useText()
  const navigate = useNavigate()
  const { run, isPending, problems, setProblems } = useCommand({ touches: [viewsKey(page)],
    place: (field) => (fields.has(field) ? field : '') })
  const [form] = Form.useForm<ViewValues>()
  const roles = useOwnRoles()

  const save = ({ name, role }: ViewValues) => {
    const entered = { name: name.trim(), role: role === '' ? null : role }
    if (view) return run(changeView(page, view.id, { query: view.query, columns: view.columns, ...entered }, { quiet: true }), onClose)
    return run(addView(page, { ...kept, ...entered }), ({ id }) => {
      void navigate(addressOf(page, { id, query: kept.query }))
      onClose()
    })
  }
  return (
    <Modal open width={440} title={view ? t('edit', { name: view.name }) : t('new')} okText={t('ok')} cancelText={shell('resource.cancel')}
      confirmLoading={isPending} onOk={form.submit} onCancel={onClose} destroyOnHidden
      afterOpenChange={(isOpen) => isOpen && (form.getFieldInstance('name') as InputRef).focus()}
    >
      <p className="second below-12">{t('note')}</p>
      <Form<ViewValues> form={form} layout="vertical" requiredMark={false}
        initialValues={{ name: view?.name ?? '', role: view?.role ?? '' }} onFinish={(entered) => void save(entered)}
        onValuesChange={() => setProblems({})}
      >
        {problems[''] && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{problems['']}</p>}
        <Form.Item name="name" label={t('name')} {...statusOf(problems['name'])}
          rules={[{ required: true, whitespace: true, message: shell('resource.required', { label: t('name') }) }]}
        >
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="role" label={t('share')} {...statusOf(problems['role'])}>
          <Select
            options={[{ value: '', label: t('onlyMe') },
              ...roles.map(({ key, name }) => ({ value: key, label: t('role', { name: nameOf(name, locale) }) }))]}
          />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

interface OwnRole {
  readonly key: string
  readonly name: string
}

function useOwnRoles(): readonly OwnRole[] {
  const { http } = useBackend()
  const profile = useQuery({ queryKey: ['ownRoles'],
    queryFn: () => http.get<{ readonly roles: readonly OwnRole[] }>('/system/profile', {}, { quiet: true }), staleTime: 300_000 })
  return profile.data?.roles ?? []
}

/** The server's error at a field, until the next change. */
const statusOf = (problem: string | undefined) => (problem === undefined ? {} : { validateStatus: 'error' as const, help: problem })
