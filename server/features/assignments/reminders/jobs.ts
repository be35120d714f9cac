import { scheduleJob } from '#server/jobs/define.ts'
import { remindByTheClock } from './schedule.ts'
import { sendReminder } from './sending.ts'

const scheduledReminders = scheduleJob({
  name: 'remind_by_the_clock',
  every: '*/15 * * * *',
  async run({ db, log }) {
    const reminders = await remindByTheClock(db)
    if (reminders > 0) log.info({ reminders }, 'reminded of tests that are due soon')
  },
})

export const reminderJobs = [sendReminder, scheduledReminders]
