import { CreateButton, DeleteButton, EditButton, List, useModalForm, useTable } from '@refinedev/antd'
import { Form, Input, Modal, Table } from 'antd'

interface Vehicle {
  readonly id: string
  readonly version: number
  readonly plate: string
}

/** A resource is named by the path of its calls. */
const resource = 'vehicles/vehicle'

/** Records listed, added, changed and deleted with nothing but Refine's hooks and components. */
export function VehiclesPage() {
  const { tableProps } = useTable<Vehicle>({ resource, sorters: { initial: [{ field: 'plate', order: 'asc' }] } })
  const create = useModalForm<Vehicle>({ resource, action: 'create' })
  const edit = useModalForm<Vehicle>({ resource, action: 'edit' })
  return (
    <List resource={resource} title="Vehicles" breadcrumb={false}
      headerButtons={<CreateButton resource={resource} onClick={() => create.show()} />}
    >
      <Table<Vehicle> {...tableProps} rowKey="id">
        <Table.Column<Vehicle> dataIndex="plate" title="Plate" sorter />
        <Table.Column<Vehicle>
          title="Actions"
          render={(_, { id }) => (
            <>
              <EditButton resource={resource} recordItemId={id} onClick={() => edit.show(id)} size="small" />
              <DeleteButton resource={resource} recordItemId={id} size="small" />
            </>
          )}
        />
      </Table>
      {[create, edit].map((dialog, index) => (
        <Modal key={index} {...dialog.modalProps} title="Vehicle">
          <Form {...dialog.formProps} layout="vertical">
            <Form.Item name="plate" label="Plate" rules={[{ required: true }]}>
              <Input />
            </Form.Item>
            {/* A change names the version it was made on. */}
            <Form.Item name="version" hidden>
              <Input />
            </Form.Item>
          </Form>
        </Modal>
      ))}
    </List>
  )
}
