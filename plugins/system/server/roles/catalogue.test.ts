import { expect, it } from 'vitest'
import { defineFields, text } from '#kernel/fields.ts'
import { definePermissions } from '#kernel/permissions.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { defineResource } from '#kernel/resource.ts'
import { permissionName } from './catalogue.ts'

const can = definePermissions('fleet:car', ['view'])
const cars = (singular?: { cn: string; en: string }) =>
  definePlugin({ id: 'fleet', permissions: Object.values(can),
    menus: [{ id: 'cars', cn: '全部车辆', en: 'All vehicles', path: '/cars', needs: can.view, sort: 1 }], resources: [
      defineResource({ name: 'car', cn: '车辆', en: 'Vehicles', ...(singular && { singular }), base: '/fleet', path: '/cars', table: 'car',
        key: 'plate', fields: defineFields({ plate: text({ cn: '车牌', en: 'Plate' }) }), columns: ['plate'], scope: 'everyone', can }),
    ] })

it('names a right by the records where their name is one of many, else by the list in the menu', () => {
  expect(permissionName([cars({ cn: '车辆', en: 'Vehicle' })], can.view)).toEqual({ cn: '车辆：查看', en: 'Vehicles: View' })
  expect(permissionName([cars()], can.view)).toEqual({ cn: '全部车辆：查看', en: 'All vehicles: View' })
})
