import { expect, it } from 'vitest'
import { newRegister } from '../../registers/register.ts'
import type { RegisterContent } from '../../registers/wire.ts'
import { added, changed, fieldAt, moved, removed, renamed, switchedBy } from './designing.ts'

const rooms: RegisterContent = { ...newRegister({ page: 'rooms', cn: '会议室', en: 'Rooms' }),
  fields: { name: { kind: 'text', cn: '名称', en: 'Name', required: true, max: 60 }, state: { kind: 'switch', cn: '可用', en: 'Available' },
    floor: { kind: 'text', cn: '楼层', en: 'Floor', max: 20 } }, columns: ['name', 'floor', 'state'], filters: ['state'], search: ['floor'],
  shown: ['floor'], unique: [['floor', 'name'], ['floor']], sort: { field: 'floor', descending: true }, enable: 'state' }

it('adds a field behind another one, with a key of its own and a column of the list', () => {
  const { content, key } = added(rooms, 'text', 'name')
  expect([key, Object.keys(content.fields), content.columns.at(-1)]).toEqual(['text', ['name', 'text', 'state', 'floor'], 'text'])
  expect(added(content, 'text', undefined).key).toBe('text2')
  expect(added(rooms, 'attachment', undefined).content.columns).toEqual(rooms.columns)
})

it('takes a field out of every place that names it', () => {
  expect(removed(rooms, 'floor')).toMatchObject({ columns: ['name', 'state'], search: [], shown: [], unique: [['name']],
    sort: { field: 'name' }, enable: 'state' })
  expect(removed(rooms, 'state')).not.toHaveProperty('enable')
})

it('gives a field another key wherever it is named', () => {
  expect(renamed(rooms, 'floor', 'storey')).toMatchObject({ columns: ['name', 'storey', 'state'], search: ['storey'], shown: ['storey'],
    unique: [['storey', 'name'], ['storey']], sort: { field: 'storey', descending: true } })
  expect(renamed(rooms, 'name', 'room').key).toBe('room')
})

it('moves a field, and not beyond the ends', () => {
  expect(Object.keys(moved(rooms, 'floor', 0).fields)).toEqual(['floor', 'name', 'state'])
  expect(moved(rooms, 'name', -1)).toBe(rooms)
})

it('changes a column of a table, and takes away what is undefined', () => {
  const table = added(rooms, 'table', undefined).content
  const next = changed(table, 'table.text', { cn: '设备', required: true })
  expect(fieldAt(next, 'table.text')).toMatchObject({ cn: '设备', required: true })
  expect(fieldAt(changed(next, 'table.text', { required: undefined }), 'table.text')).not.toHaveProperty('required')
})

it('switches new records on, unless the switch has another default', () => {
  const { enable: _, ...open } = rooms
  expect(switchedBy(open, 'state')).toMatchObject({ enable: 'state', fields: { state: { default: 'true' } } })
  expect(switchedBy(changed(open, 'state', { default: 'false' }), 'state').fields['state']).toMatchObject({ default: 'false' })
  expect(switchedBy(rooms, undefined)).toEqual(open)
})
