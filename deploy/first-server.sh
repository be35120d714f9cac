#!/bin/sh
# Sets up a first server on Debian 13 or newer, as root, from a checkout of Terazi:
#
#   sh deploy/first-server.sh terazi.example.com hello@example.com
#   sh deploy/first-server.sh terazi.example.com hello@example.com --certificate CERT.pem KEY.pem
#
# The first address is the domain, which must lead here; the second gets messages of the contact form and news of the
# certificate. Without --certificate one is fetched from Let's Encrypt. BACKUP_RECIPIENT=age1… in front of it names the
# public key that backups are encrypted for; without it a pair of keys is made. Running it again changes nothing that is
# there: where it would now write something else, that goes beside the file as FILE.new, and it says so.
set -eu

say() { printf '\n%s\n' "$1"; }
fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

# settle FILE MODE: makes FILE.new, which was written before, FILE if there is none, and leaves a FILE that is there alone.
settle() {
  placed=
  chmod "$2" "$1.new"
  if [ ! -e "$1" ]; then
    mv "$1.new" "$1"
    placed=yes
  elif cmp -s "$1" "$1.new"; then
    rm "$1.new"
  else
    echo "$1 is there and stays as it is. This version would write what is in $1.new: compare them."
  fi
}

usage='Give the domain and a mail address: sh deploy/first-server.sh terazi.example.com hello@example.com [--certificate CERT.pem KEY.pem]'
case $# in
  2) certificate='' key='' ;;
  5)
    [ "$3" = --certificate ] || fail "$usage"
    certificate=$4 key=$5
    for file in "$certificate" "$key"; do [ -r "$file" ] || fail "There is no file $file that can be read."; done
    ;;
  *) fail "$usage" ;;
esac
domain=$1 mail=$2
printf '%s\n' "$domain" | grep -Eqx '[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+' ||
  fail "$domain is not a domain such as terazi.example.com, in small letters."
printf '%s\n' "$mail" | grep -Eqx '[^[:space:]@<>]+@[^[:space:]@<>]+\.[^[:space:]@<>]+' || fail "$mail is not a mail address."
recipient=${BACKUP_RECIPIENT-}
[ -z "$recipient" ] || printf '%s\n' "$recipient" | grep -Eqx 'age1[02-9a-z]{20,}' ||
  fail 'BACKUP_RECIPIENT is not a public key of age, which begins with age1.'
[ "$(id -u)" = 0 ] || fail 'Run this as root: it installs packages and a service.'
[ -e /etc/debian_version ] || fail 'This is for Debian. On other systems follow docs/operations.md.'
source=$(cd "$(dirname "$0")/.." && pwd)
[ -d "$source/.git" ] || fail "$source is no checkout of Terazi: clone it with git, so that it can be upgraded."

say 'Packages'
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-upgrade --no-install-recommends passwd nodejs npm git ca-certificates openssl age dbus nginx-light
[ -n "$certificate" ] || apt-get install -q -y --no-upgrade --no-install-recommends certbot
node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' ||
  fail "Terazi needs Node 20 or newer and this Debian has $(node -v): use Debian 13 or newer."

say 'User terazi and its folders'
getent passwd terazi > /dev/null || useradd --system --home-dir /var/lib/terazi --shell /usr/sbin/nologin terazi
for folder in /var/lib/terazi /var/lib/terazi/data /var/lib/terazi/backups; do
  [ -d "$folder" ] || install -d -o terazi -g terazi -m 700 "$folder"
done
if [ "$source" != /opt/terazi ] && [ ! -e /opt/terazi ]; then
  git -c safe.directory='*' clone -q "$source" /opt/terazi
  # Upgrades come from where this checkout came from.
  if origin=$(git -c safe.directory='*' -C "$source" remote get-url origin 2> /dev/null); then
    git -c safe.directory='*' -C /opt/terazi remote set-url origin "$origin"
  fi
fi
[ "$(stat -c %U /opt/terazi)" = terazi ] || chown -R terazi:terazi /opt/terazi

say 'Settings in /etc/terazi.env'
if [ -e /etc/terazi.env ]; then
  echo 'are there and stay as they are.'
else
  if [ -z "$recipient" ]; then
    [ -e /root/identity.txt ] || (umask 077 && age-keygen -o /root/identity.txt 2> /dev/null)
    recipient=$(age-keygen -y /root/identity.txt)
  fi
  (
    umask 077
    cat > /etc/terazi.env.new << END
NODE_ENV=production
PUBLIC_URL=https://$domain
TRUST_PROXY=loopback
DATA_DIR=/var/lib/terazi/data
# Never change it, and keep a copy away from this server.
SECRET_KEY=$(openssl rand -hex 32)
# A backup each night, which only the private key of this public one can read. Copy the folder to another building.
BACKUP_DIR=/var/lib/terazi/backups
BACKUP_RECIPIENT=$recipient
METRICS_TOKEN=$(openssl rand -hex 16)
CONTACT_EMAIL=$mail
MAIL_FROM=Terazi <no-reply@$domain>
# The mail server. Until it is set no mail leaves.
#SMTP_URL=smtps://user:password@smtp.example.com:465
# The owner, as terms, privacy notice and invoices name them.
#OPERATOR_NAME=
#OPERATOR_ADDRESS=
END
  )
  settle /etc/terazi.env 600
fi

say 'Terazi: packages and web application'
# Without its own home npm and git would look into root's.
runuser -u terazi -- env HOME=/var/lib/terazi sh -c 'cd /opt/terazi && node bin/setup.js'

say 'Service and command'
cp /opt/terazi/deploy/terazi /usr/local/bin/terazi.new
settle /usr/local/bin/terazi 755
cp /opt/terazi/deploy/systemd/terazi.service /etc/systemd/system/terazi.service.new
settle /etc/systemd/system/terazi.service 644
[ -z "$placed" ] || systemctl daemon-reload
# The command asks systemd by it. A smallest Debian hasn't had it until now.
systemctl start dbus.socket
systemctl enable -q --now terazi

say 'Certificate and nginx'
if [ -n "$certificate" ]; then
  [ -d /etc/nginx/terazi ] || install -d -m 755 /etc/nginx/terazi
  cp "$certificate" /etc/nginx/terazi/fullchain.pem.new
  settle /etc/nginx/terazi/fullchain.pem 644
  (umask 077 && cp "$key" /etc/nginx/terazi/privkey.pem.new)
  settle /etc/nginx/terazi/privkey.pem 600
  folder=/etc/nginx/terazi
else
  folder=/etc/letsencrypt/live/$domain
  # The site can't start without a certificate, so Debian's own site proves the domain the first time.
  [ -e "$folder/fullchain.pem" ] || {
    systemctl start nginx
    certbot certonly -q --webroot -w /var/www/html -d "$domain" -m "$mail" --agree-tos -n --deploy-hook 'systemctl reload nginx'
  }
fi
# nginx refuses to start with an address of IPv6 where the machine has none.
without=$([ -e /proc/net/if_inet6 ] || echo '/listen \[::\]/d')
site=/etc/nginx/conf.d/terazi.conf
sed -e "s#/etc/letsencrypt/live/terazi\.example\.com#$folder#; s#terazi\.example\.com#$domain#g" -e "$without" \
  /opt/terazi/deploy/nginx/terazi.conf > $site.new
settle $site 644
if [ -n "$placed" ] && ! { nginx -t -q && systemctl restart nginx; }; then
  mv $site $site.new
  fail "nginx does not start with $site.new: it says why above."
fi
systemctl enable -q --now nginx

cat << END

Terazi is set up. What is left to you:

1. Copy SECRET_KEY from /etc/terazi.env to a safe place.
END
if [ -e /root/identity.txt ]; then
  cat << END
   Copy /root/identity.txt, the private key of the backups, to two places away from this server, then delete it here:
   shred -u /root/identity.txt. Without it no backup can be read; with it whoever takes this server reads them all.
END
else
  cat << END
   No private key of the backups is here: keep the one that belongs to BACKUP_RECIPIENT, twice, away from this server.
END
fi
cat << END
2. Set SMTP_URL, OPERATOR_NAME and OPERATOR_ADDRESS there, then: systemctl restart terazi
3. Sign in as the first superuser with the link in: journalctl -u terazi
4. Write a first backup: terazi backup --to /var/lib/terazi/backups
   Others follow each night at 00:40 UTC. Copy that folder to another building.
5. Read docs/operations.md. Its commands begin with: terazi
END
