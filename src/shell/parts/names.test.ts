import { expect, it } from 'vitest'
import { initialOf } from './Person.tsx'

it.each([['王伟', '王'], ['阮文安', '安'], ['欧阳娜娜', '欧'], ['Wei Wang', 'WW'], ['Nguyen Van An', 'NV'], ['', '']])('%s is signed %s',
  (name, initial) => {
    expect(initialOf(name)).toBe(initial)
  })
