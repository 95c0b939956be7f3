import { holds } from '../testing-truth-table.ts'

holds('if', [
  ['if true then 1 else 2', 1],
  ['if false then 1 else 2', 2],
  ['if null then 1 else 2', 2],
  ['if "true" then 1 else 2', 2],
  ['if 1 = 1 then if 2 = 1 then "a" else "b" else "c"', 'b'],
  ['(if true then 1 else 2) + 1', 2],
])

holds('quantifiers', [
  ['some x in [1, 2, 3] satisfies x > 2', true],
  ['some x in [1, 2, 3] satisfies x > 3', false],
  ['some x in [1, null] satisfies x > 3', null],
  ['some x in [5, null] satisfies x > 3', true],
  ['some x in [] satisfies x > 3', false],
  ['some x in null satisfies x > 3', null],
  ['some x in 5 satisfies x > 3', true],
  ['every x in [1, 2, 3] satisfies x > 0', true],
  ['every x in [1, 2, 3] satisfies x > 1', false],
  ['every x in [1, null] satisfies x > 0', null],
  ['every x in [0, null] satisfies x > 0', false],
  ['every x in [] satisfies false', true],
  ['some x in [1, 2], y in [2, 3] satisfies x = y', true],
  ['every x in [1, 2], y in [2, 3] satisfies x <= y', true],
  ['some x in [[1, 2], [3]], y in x satisfies y = 3', true],
  ['some x in 1..10 satisfies x = 10', true],
  ['every x in 3..1 satisfies x > 1', false],
  ['some i in rows satisfies i.dept != dept', true],
  ['every i in rows satisfies i.dept = dept', false],
  ['some i in rows satisfies i.amount > 5 and i.dept = dept', true],
  ['some my row in rows satisfies my row.amount > 15', true],
  ['1 = 2 or some i in rows satisfies i.amount > 15', true],
  ['some rows in rows satisfies rows.amount > 15', true],
], { dept: { id: 'd1' }, rows: [{ amount: 10, dept: { id: 'd1' } }, { amount: 20, dept: { id: 'd2' } }] })
