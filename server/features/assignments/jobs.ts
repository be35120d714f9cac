import { scheduleJob } from '#server/jobs/define.ts'
import { expireOverdue } from './assignments.ts'

const expireAssignments = scheduleJob({
  name: 'expire_overdue',
  every: '* * * * *',
  async run({ db, log }) {
    const assignments = await expireOverdue(db)
    if (assignments > 0) log.info({ assignments }, 'ended assignments past their due day')
  },
})

export const assignmentJobs = [expireAssignments]
