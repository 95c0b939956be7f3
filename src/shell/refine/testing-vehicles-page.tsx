import { CreateButton, DeleteButton, EditButton, useModalForm, useTable } from '@refinedev/antd'
import { Form, Input, Modal, Table } from 'antd'
import { definePartText } from '#fields/text.ts'
import { Page } from '#shell/parts/Page.tsx'

interface Vehicle {
  readonly id: string
  readonly version: number
  readonly plate: string
}

/** The resource is named by the path of its API. */
const resource = 'vehicles/vehicle'

/** Both languages; a page with more texts has them in its own `text.ts`. */
const usePageText = definePartText({
  cn: { title: '车辆', plate: '车牌号', actions: '操作', create: '新建车辆', edit: '编辑车辆', none: '还没有车辆' },
  en: { title: 'Vehicles', plate: 'Plate no.', actions: 'Actions', create: 'Add a vehicle', edit: 'Edit the vehicle',
    none: 'No vehicles yet' },
})

/** Lists, creates, updates and deletes records with Refine's hooks and components only, in the shell's page layout. */
export function VehiclesPage() {
  const { t } = usePageText()
  const { tableProps } = useTable<Vehicle>({ resource, sorters: { initial: [{ field: 'plate', order: 'asc' }] } })
  // without `redirect: false`, Refine goes to the list of the resource after saving
  const create = useModalForm<Vehicle>({ resource, action: 'create', redirect: false })
  const edit = useModalForm<Vehicle>({ resource, action: 'edit', redirect: false })
  return (
    <Page title={t('title')} actions={<CreateButton resource={resource} onClick={() => create.show()} />}>
      <Table<Vehicle> {...tableProps} rowKey="id" size="small" scroll={{ x: 'max-content' }} locale={{ emptyText: t('none') }}>
        <Table.Column<Vehicle> dataIndex="plate" title={t('plate')} sorter />
        <Table.Column<Vehicle>
          title={t('actions')}
          render={(_, { id }) => (
            <>
              <EditButton resource={resource} recordItemId={id} onClick={() => edit.show(id)} size="small" />
              <DeleteButton resource={resource} recordItemId={id} size="small" />
            </>
          )}
        />
      </Table>
      <VehicleDialog name="create" title={t('create')} dialog={create} />
      <VehicleDialog name="edit" title={t('edit')} dialog={edit} />
    </Page>
  )
}

interface DialogProps {
  /** Prefix of the ids of its inputs. */
  readonly name: string
  readonly title: string
  readonly dialog: Pick<ReturnType<typeof useModalForm<Vehicle>>, 'modalProps' | 'formProps'>
}

function VehicleDialog({ name, title, dialog: { modalProps, formProps } }: DialogProps) {
  const { t } = usePageText()
  return (
    <Modal {...modalProps} title={title} width={520}>
      <Form {...formProps} name={name} layout="vertical">
        <Form.Item name="plate" label={t('plate')} rules={[{ required: true }]}>
          <Input />
        </Form.Item>
        {/* an update sends the version that was read */}
        <Form.Item name="version" hidden>
          <Input />
        </Form.Item>
      </Form>
    </Modal>
  )
}
