#!/bin/sh
# Sets up a first server on Debian 13 or newer, as root, from a checkout of Terazi:
#
#   sh deploy/first-server.sh terazi.example.com hello@example.com
#   sh deploy/first-server.sh terazi.example.com hello@example.com --certificate CERT.pem KEY.pem
#
# The first address is the domain, which must lead here; the second gets messages of the contact form and news of the
# certificate. Without --certificate one is fetched from Let's Encrypt. Running it again changes nothing that is there.
set -eu

say() { printf '\n%s\n' "$1"; }
fail() {
  printf '%s\n' "$1" >&2
  exit 1
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
[ "$(id -u)" = 0 ] || fail 'Run this as root: it installs packages and a service.'
[ -e /etc/debian_version ] || fail 'This is for Debian. On other systems follow docs/operations.md.'
source=$(cd "$(dirname "$0")/.." && pwd)
[ -d "$source/.git" ] || fail "$source is no checkout of Terazi: clone it with git, so that it can be upgraded."

say 'Packages'
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends passwd nodejs npm git ca-certificates openssl nginx-light
[ -n "$certificate" ] || apt-get install -q -y --no-install-recommends certbot
node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' ||
  fail "Terazi needs Node 20 or newer and this Debian has $(node -v): use Debian 13 or newer."

say 'User terazi and its folders'
getent passwd terazi > /dev/null || useradd --system --home-dir /var/lib/terazi --shell /usr/sbin/nologin terazi
install -d -o terazi -g terazi -m 700 /var/lib/terazi /var/lib/terazi/data
if [ "$source" != /opt/terazi ] && [ ! -e /opt/terazi ]; then
  git -c safe.directory='*' clone -q "$source" /opt/terazi
  # Upgrades come from where this checkout came from.
  if origin=$(git -c safe.directory='*' -C "$source" remote get-url origin 2> /dev/null); then
    git -C /opt/terazi remote set-url origin "$origin"
  fi
fi
chown -R terazi:terazi /opt/terazi

say 'Settings in /etc/terazi.env'
if [ -e /etc/terazi.env ]; then
  echo 'are there and stay as they are.'
else
  (
    umask 077
    cat > /etc/terazi.env << END
NODE_ENV=production
PUBLIC_URL=https://$domain
TRUST_PROXY=loopback
DATA_DIR=/var/lib/terazi/data
# Never change it, and keep a copy away from this server.
SECRET_KEY=$(openssl rand -hex 32)
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
fi

say 'Terazi: packages and web application'
runuser -u terazi -- sh -c 'cd /opt/terazi && node bin/setup.js'

say 'Service'
install -m 644 /opt/terazi/deploy/systemd/terazi.service /etc/systemd/system/terazi.service
systemctl daemon-reload
systemctl enable -q terazi
systemctl restart terazi

say 'Certificate and nginx'
if [ -n "$certificate" ]; then
  install -d -m 755 /etc/nginx/terazi
  install -m 644 "$certificate" /etc/nginx/terazi/fullchain.pem
  install -m 600 "$key" /etc/nginx/terazi/privkey.pem
  folder=/etc/nginx/terazi
else
  folder=/etc/letsencrypt/live/$domain
  # The site can't start without a certificate, so Debian's own site proves the domain the first time.
  [ -e "$folder/fullchain.pem" ] || {
    systemctl restart nginx
    certbot certonly -q --webroot -w /var/www/html -d "$domain" -m "$mail" --agree-tos -n --deploy-hook 'systemctl reload nginx'
  }
fi
sed -e "s#/etc/letsencrypt/live/terazi\.example\.com#$folder#; s#terazi\.example\.com#$domain#g" \
  /opt/terazi/deploy/nginx/terazi.conf > /etc/nginx/conf.d/terazi.conf
nginx -t -q
systemctl enable -q nginx
systemctl restart nginx

cat << END

Terazi is set up. What is left to you:

1. Copy SECRET_KEY from /etc/terazi.env to a safe place.
2. Set SMTP_URL, OPERATOR_NAME and OPERATOR_ADDRESS there, then: systemctl restart terazi
3. Sign in as the first superuser with the link in: journalctl -u terazi
4. Read docs/operations.md.
END
