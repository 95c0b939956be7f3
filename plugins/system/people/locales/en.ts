import type cn from './cn.ts'

export default {
  'system.user.userNameFormat': 'A user name has 3 to 30 letters, digits or . _ -',
  'system.user.userNameFixed': 'A user name never changes',
  'system.user.slash': 'A name cannot contain /',
  'system.user.leavesBeforeJoining': 'The leaving date cannot be before the joining date',
  'system.user.mainDepartment': 'Choose the main one among the departments',
  'system.user.departmentGone': 'This department does not exist or is disabled',
  'system.user.departmentOutOfSight': 'Only departments of your data scope can be chosen',
  'system.user.aboveYours': 'This person may do more than you; an administrator has to do this',
  'system.user.ownFlag': 'You cannot take the administrator flag from yourself',
  'system.user.oneself': 'You cannot disable your own account',
  'system.user.otherPerson': 'User name and job number are not those of one person',
  'system.user.passwordsElsewhere': 'Passwords are kept by the identity provider; change them there',
  'system.role.computed': 'The organisation or the document decides who has this role',
  'system.role.ownRights': 'You cannot change your own rights',
  'system.role.beyondYours': 'You cannot grant what you may not do yourself',
} as const satisfies Record<keyof typeof cn, string>
